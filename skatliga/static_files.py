"""How files that never change are stored where the site is installed: named after their contents, and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """One module of JavaScript names another as it is stored.

    Modules must not import each other in a ring: none of them could be named after its contents. Of libraries the
    modules stay as they are, since they name what is nowhere (an extension of htmx).
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )
