"""The command line: one module per command.

`main` parses the arguments; `command` defines `Subcommand` and `UsageError`; `targets`
resolves scenes, states, lessons and links; `output` prints. Commands import the modules
they need when they run, so that `--help` loads no graphics. May import every other
package.
"""
