#!/usr/bin/python3
"""An app shell as WebDriver starts it: a web view whose pages come by a scheme of the app, here from another server.

Usage: app-shell.py SCHEME URL: `SCHEME://localhost/path` is what URL/path answers.
"""
import sys
from urllib.request import urlopen

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gio, GLib, Gtk, WebKit2

scheme, pages = sys.argv[1:3]


def answer(request):
    with urlopen(pages + (request.get_path() or "/")) as page:
        body, kind = page.read(), page.headers.get_content_type()
    stream = Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(body))
    request.finish(stream, len(body), kind)


def open_deep_link(view, _event, uri, _error):
    """Opens a page of the app that a page of the web redirects to; web views leave that to the app."""
    if uri.startswith(scheme + "://"):
        view.load_uri(uri)
        return True
    return False


def web_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=900, default_height=900)
    window.add(view)
    window.show_all()
    view.connect("load-failed", open_deep_link)
    view.connect("close", lambda _view: window.destroy())
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("AppShell")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", web_view)


context = WebKit2.WebContext.new_ephemeral()
context.register_uri_scheme(scheme, answer)
context.get_security_manager().register_uri_scheme_as_secure(scheme)
context.get_security_manager().register_uri_scheme_as_cors_enabled(scheme)
context.set_automation_allowed(True)
context.connect("automation-started", start)
Gtk.main()
