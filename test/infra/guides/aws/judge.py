"""Has the AWS CLI parse command lines, and sends none of them.

Standard input: JSON, a list of command lines, each a list of arguments after `aws`. Standard output: JSON, for each of them
the operations that a request was built and validated for, and what the CLI said. The CLI is on PYTHONPATH.
"""

import contextlib
import io
import json
import sys

from awscli.clidriver import create_clidriver


class NothingIsSent(Exception):
    """Raised when a request is complete, in place of sending it."""


# Each command has a CLI of its own, as on a terminal; they share what reads the services' models, which takes the most time.
models = create_clidriver().session.get_component("data_loader")


def judge(arguments):
    operations = []

    def arrive(model, **_):
        operations.append(f"{model.service_model.service_name} {model.name}")
        raise NothingIsSent("nothing is sent")

    driver = create_clidriver()
    driver.session.register_component("data_loader", models)
    driver.session.register("before-call", arrive)
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            driver.main(arguments)
        except SystemExit:
            # The CLI's parser ends the process; what it said is the judgement.
            pass
    return {"operations": operations, "said": said.getvalue().strip()}


json.dump([judge(arguments) for arguments in json.load(sys.stdin)], sys.stdout)
