"""The proxy of an installation, by its template, in a folder of a measurement."""

import subprocess
from pathlib import Path
from typing import Final

from tests.bench.server import ROOT

NAME: Final = "skat.example.org"
TEMPORARY: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def configured(folder: Path, servers: list[str], secure: int = 443, plain: int = 80) -> Path:
    """The file for nginx, with a certificate of its own; `servers` are the machines of the site, `host:port`."""
    live = folder / "live" / NAME
    live.mkdir(parents=True)
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}", "-days", "1"]
    files = ["-keyout", live / "privkey.pem", "-out", live / "fullchain.pem"]
    subprocess.run([*made, *files], check=True, capture_output=True)
    text = (ROOT / "deploy/nginx.conf.template").read_text()
    values = {
        "${SITE}": NAME,
        "${UPSTREAM}": "; server ".join(servers),
        "${UPLOAD_MB}": "300",
        "/etc/letsencrypt": str(folder),
        "/var/lib/nginx": str(folder),
        "listen 443 ": f"listen {secure} ",
        "listen 80;": f"listen {plain};",
        "listen [::]:443 ssl http2;": "",
        "listen [::]:80;": "",
    }
    for name, value in values.items():
        text = text.replace(name, value)
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in TEMPORARY)
    own = f"user root; daemon off; worker_processes 2; pid {folder}/pid; error_log {folder}/nginx.log;"
    file = folder / "nginx.conf"
    file.write_text(f"{own} events {{ worker_connections 4096; }} http {{ {paths} {text} }}")
    return file
