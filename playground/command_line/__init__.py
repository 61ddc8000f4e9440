"""The subcommands, each in a file of its name: what it takes, and what it does."""
