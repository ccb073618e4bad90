"""The devices that tests of the command run on, by the names that ctest uses."""
import os
import pathlib
import sys

MANIFESTS = {
    "lavapipe": sorted(pathlib.Path("/usr/share/vulkan/icd.d").glob("lvp_icd*.json")),
    "swiftshader": [path for path in [pathlib.Path("/usr/lib/chromium/vk_swiftshader_icd.json")] if path.exists()],
}


def choose(name):
    """The selector of a device; its driver becomes the only one. Ends the test as skipped where it is absent."""
    if name not in MANIFESTS:
        return name
    if not MANIFESTS[name]:
        print(f"the driver of {name} is not installed")
        sys.exit(77)
    # The second is for loaders before 1.3.207.
    os.environ["VK_DRIVER_FILES"] = os.environ["VK_ICD_FILENAMES"] = str(MANIFESTS[name][0])
    return "vulkan"
