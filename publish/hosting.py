"""What a host is told: headers, caching, the 404 page. One source, a file for each kind of host.

`site/_headers` is read by Cloudflare Pages and Netlify, `build/nginx.conf` by nginx. GitHub Pages
takes no headers; there the policy in each page holds, which says the same.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from publish.addresses import Addresses
from verify.files import write_whole

# Where a hash of the content stands in a name: `site.0123456789.css`, `demos.0123456789/tree.js`.
# What has this address now will have it for ever.
HASHED = r"assets/(?:.*/)?[^/]+\.[0-9a-f]{8,10}[./]"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"  # kept, but asked about before it is shown again
# What no page has a use for, neither here nor where a page stands in a frame.
DENIED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "serial", "usb",
)  # fmt: skip

NGINX = r"""# Made by `make build` for %(address)s
# Put it where nginx looks for sites, on Debian /etc/nginx/conf.d/, and the folder site/ at `root`.
# Brotli's module is Debian's package libnginx-mod-http-brotli-static; without it, delete its line.

# Of what is not there, $uri is the page that says so.
map $uri $residual_cache {
    default "%(revalidate)s";
    "~^%(prefix_pattern)s%(hashed)s" "%(immutable)s";
}

server {
    listen %(listen)s;  # put TLS here, or in front
    server_name %(name)s;
    root "%(root)s";
    server_tokens off;
    absolute_redirect off;  # or they would name this port, whatever stands in front

    # Every text has its compressed twins beside it.
    gzip_static on;
    gzip_vary on;
    brotli_static on;

    charset utf-8;
    charset_types text/plain text/css text/xml text/csv application/javascript application/json;

    # A folder without a page is not there; it is not listed either.
    error_page 403 404 =404 %(prefix)s404.html;

%(headers)s
    add_header Cache-Control $residual_cache always;

    location ~ \.(bib|md|py)$ {
        default_type text/plain;
    }
}
"""


def headers(policy: str) -> dict[str, str]:
    """The headers of every answer. `policy` is that of the pages.

    Any page may stand in a frame of another site, so there is no `frame-ancestors`: teachers put
    pages and demos into their own. Nobody can be tricked into a click that matters, for there is
    no account and no form to send, and what a page remembers in a foreign frame is kept apart.
    """
    return {
        "Content-Security-Policy": policy,
        "Permissions-Policy": ", ".join(f"{feature}=()" for feature in DENIED),
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }


def write_hosting(site: Path, work: Path, addresses: Addresses, policy: str) -> None:
    """Write `_headers` into the site, `nginx.conf` into the folder of what is built."""
    prefix = urlsplit(addresses.site_url).path
    write_whole(site / "_headers", headers_file(policy, prefix, hashed_paths(site)))
    write_whole(work / "nginx.conf", nginx_file(policy, addresses))


def hashed_paths(site: Path) -> list[str]:
    """What is named after its content, below the site; folders of such files end in `/*`."""
    names = (file.relative_to(site).as_posix() for file in (site / "assets").rglob("*.*"))
    found = [(match.group(), name) for name in names if (match := re.match(HASHED, name))]
    return sorted({f"{start}*" if start.endswith("/") else name for start, name in found})


def headers_file(policy: str, prefix: str, immutable: list[str]) -> str:
    """Rules must not overlap in a header. Both hosts let pages be asked about by themselves."""
    rules = [(f"{prefix}*", headers(policy))]
    rules += [(prefix + path, {"Cache-Control": IMMUTABLE}) for path in immutable]
    lines = ["# Made by `make build`, for Cloudflare Pages and Netlify."]
    for path, named in rules:
        lines += [path, *(f"  {name}: {value}" for name, value in named.items())]
    return "\n".join(lines) + "\n"


def nginx_file(
    policy: str,
    addresses: Addresses,
    listen: str = "80",
    root: str = "/var/www/residual-connections",
) -> str:
    """A server for nginx. `root` holds the site at the path that it was built for."""
    parts = urlsplit(addresses.site_url)
    lines = [f'    add_header {name} "{value}" always;' for name, value in headers(policy).items()]
    return NGINX % {
        "address": addresses.site_url,
        "name": parts.hostname,
        "prefix": parts.path,
        "prefix_pattern": re.escape(parts.path),
        "listen": listen,
        "root": root,
        "hashed": HASHED,
        "immutable": IMMUTABLE,
        "revalidate": REVALIDATE,
        "headers": "\n".join(lines),
    }
