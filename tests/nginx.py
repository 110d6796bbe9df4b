"""Finds an nginx for the tests of hosting, gets one where there is none, and starts it.

    python -m tests.nginx

As root on Debian or Ubuntu the packages are installed. Elsewhere the tests of hosting are skipped
and say what is missing, unless CI is set in the environment: there they must run.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGES = ("nginx-light", "libnginx-mod-http-brotli-static")
APT_INSTALL = ("apt-get", "install", "-y", "--no-install-recommends", *PACKAGES)
QUIET = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}  # packages ask no questions
PLACE = Path("/usr/sbin/nginx")  # not on the PATH of everybody
MODULES = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
ADVICE = f"""\
The tests of hosting need nginx with its module for brotli. On Debian and Ubuntu:
  sudo {" ".join(APT_INSTALL)}"""
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
# What a distribution's own nginx.conf would say around a site's file.
AROUND = """\
{user}
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
include /etc/nginx/modules-enabled/*.conf;
events {{ worker_connections 4096; }}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    access_log off;
    sendfile on;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/site.conf;
}}
"""


class NoNginxError(Exception):
    """No nginx that could serve the site; the message says how to get it."""


def find_nginx() -> Path | None:
    """nginx, if its module for brotli is there as well."""
    found = shutil.which("nginx") or (PLACE if PLACE.exists() else None)
    return Path(found) if found and MODULES.exists() else None


def get_nginx() -> Path:
    """As `find_nginx`, but installs it if it can, and raises NoNginxError if not."""
    if not find_nginx() and IS_ROOT and shutil.which("apt-get"):
        for command in (("apt-get", "update"), APT_INSTALL):
            print("+", " ".join(command), file=sys.stderr, flush=True)
            subprocess.run(command, stdout=sys.stderr, env=QUIET, check=False)
    found = find_nginx()
    if found is None:
        raise NoNginxError(ADVICE)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(site_file: str, folder: Path) -> Iterator[None]:
    """nginx with a site's file, from the start of the block to its end; `folder` is its own."""
    user = "user root;" if IS_ROOT else ""  # the temporary folders of tests are for nobody else
    (folder / "site.conf").write_text(site_file, encoding="utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(user=user, folder=folder), encoding="utf-8")
    nginx = [str(get_nginx()), "-c", str(folder / "nginx.conf")]
    started = subprocess.run(nginx, capture_output=True, text=True, check=False)
    if started.returncode:
        raise RuntimeError(f"nginx does not start:\n{started.stderr}")
    try:
        yield  # it listens already: what was started has gone to the background with its socket
    finally:
        subprocess.run([*nginx, "-s", "stop"], check=True, capture_output=True)


def main() -> int:
    try:
        print(f"nginx for the tests: {get_nginx()}")
    except NoNginxError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
