"""The fakes of outside services as a process."""

import subprocess
from pathlib import Path


class Fakes:
    """A process with the fakes; it ends with the `with` block. `variables` direct functions to it."""

    def __init__(self, program: Path, *properties: str) -> None:
        self.command = [program, *properties]
        self.variables: dict[str, str] = {}

    def __enter__(self) -> "Fakes":
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith("export "):
                name, value = line.removeprefix("export ").strip().split("=", 1)
                self.variables[name] = value
            if line.startswith("# ready"):
                return self
        raise SystemExit("cloud: the fakes did not start")

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()
