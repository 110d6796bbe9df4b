"""Looks at pages in WebKitGTK: python webkit.py DRIVER BROWSER. Started by tests/engines.py.

Runs in an environment of its own, which has selenium. The window cannot be narrower than some
450 px: a page is shown in a frame. If a page ends the browser, that is said, and a new one starts.
"""

import json
import os
import sys

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.webkitgtk.service import Service

FRAME = """
document.documentElement.innerHTML = '<iframe style="border: 0; height: 800px"></iframe>';
"""
SHOW = """
const [address, width, done] = arguments;
const frame = document.querySelector('iframe');
frame.style.width = `${width}px`;
frame.onload = () => done();
frame.src = address;
"""
SECONDS = 60


def start(driver: str, browser: str, origin: str) -> webdriver.WebKitGTK:
    options = webdriver.WebKitGTKOptions()
    options.add_argument("--automation")
    options.binary_location = browser
    session = webdriver.WebKitGTK(options=options, service=Service(driver))
    session.set_window_size(1600, 1000)
    session.set_script_timeout(SECONDS)
    session.get(origin)
    session.execute_script(FRAME)
    return session


def look(session: webdriver.WebKitGTK, address: str, width: int, script: str) -> list[str]:
    session.switch_to.default_content()
    session.execute_async_script(SHOW, address, width)
    session.switch_to.frame(0)
    return session.execute_async_script(f"({script})().then(arguments[0])")


def main() -> None:
    driver, browser = sys.argv[1:]
    wanted = json.load(sys.stdin)
    os.environ |= {
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # which root may not use
    }
    origin = f"{wanted['addresses'][0]}robots.txt"
    session = start(driver, browser, origin)
    for address in wanted["addresses"]:
        for width in wanted["widths"]:
            try:
                found = look(session, address, width, wanted["look"])
            except WebDriverException as error:
                found = [f"the page ends the browser, or hangs: {error.msg}"]
                session.service.stop()  # its driver, and the browser with it
                session = start(driver, browser, origin)
            print(json.dumps({"address": address, "width": width, "found": found}), flush=True)
    session.quit()


if __name__ == "__main__":
    main()
