# How Sphinx makes the site. build.py starts it, with the version in the environment.
import os

project = "Sweep"
author = "The Sweep authors"
release = version = os.environ["SWEEP_VERSION"]
language = "en"
root_doc = "index"
extensions = ["myst_parser"]
myst_heading_anchors = 5  # links name headings as forges do
myst_enable_extensions = []
highlight_language = "none"
nitpicky = True

html_theme = "furo"
html_title = f"Sweep {release}"
html_logo = html_favicon = "cmake/desktop/sweep.svg"
html_static_path = ["docs/site/static"]
html_css_files = ["sweep.css"]
html_extra_path = ["../extra"]
html_copy_source = html_show_sourcelink = html_show_copyright = False
html_theme_options = {
    "footer_icons": [],
    "light_css_variables": {"color-brand-primary": "#7a4a00", "color-brand-content": "#8a5200"},
    "dark_css_variables": {"color-brand-primary": "#f2b04a", "color-brand-content": "#f2b04a"},
}
