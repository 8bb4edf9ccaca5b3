"""Runs the contract tests of store and ports against the emulated cloud."""

import os
import subprocess
import sys

from emulator import ROOT, Emulator

with Emulator() as emulator:
    outcome = subprocess.run(
        # The whole workspace, so that features resolve as in the other steps and nothing is compiled again.
        ["cargo", "test", "--workspace", "--locked", "--test", "contract"],
        cwd=ROOT, env={**os.environ, "PAUTA_CLOUD_URL": emulator.url},
    )
    sys.exit(outcome.returncode)
