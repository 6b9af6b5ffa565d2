"""What is asked of every page finds what is wrong with it, in rows that look like others too."""

from browser import conftest

PAGE = """<!DOCTYPE html><html lang="de"><title>Liste</title><main><h1>Liste</h1><ul>
<li>Anna</li><li>Bert</li><li style="color: #ccc">Cora</li><li style="color: #ccc">Dirk</li><li>Emil <img src=""></li>
<li><a href="#1" style="color: #00c; text-decoration: none">Fritz</a></li>
<li>Gerd: <a href="#2" style="color: #00c; text-decoration: none">mehr</a></li>
<li>Hans: <a href="#3" style="color: #00c; text-decoration: none">mehr</a></li>
</ul></main></html>"""


def test_rows_that_look_alike_are_asked_for_their_colours_once_and_for_all_else_each(page, monkeypatch):
    monkeypatch.setattr(conftest, "WHOLE", False)
    page.set_content(PAGE)
    assert conftest.violations(page) == [
        ("color-contrast", ['<li style="color: #ccc">Cora</li>']),
        ("image-alt", ['<img src="">']),
        ("link-in-text-block", ['<a href="#2" style="color: #00c; text-decoration: none">mehr</a>']),
    ]
