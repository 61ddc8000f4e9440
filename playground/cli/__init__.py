"""The command line: one module per command.

`main` parses the arguments; `command` defines a `Subcommand` and `UsageError`;
`targets` resolves scenes, states, lessons and links; `output` prints. A command imports
what it needs when it runs, so that `--help` loads no graphics. May import every other
package.
"""
