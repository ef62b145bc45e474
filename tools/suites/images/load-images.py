"""Loads images with Pillow. Writes a line of JSON for each path in the arguments: why Pillow refuses it, or null."""

import json
import sys
import warnings

from PIL import Image, ImageSequence

# Without a limit, Pillow also loads very large pictures, which are not damaged.
Image.MAX_IMAGE_PIXELS = None
warnings.simplefilter("ignore")


def refusal(path):
    try:
        with Image.open(path, formats=("JPEG", "PNG")) as image:
            for frame in ImageSequence.Iterator(image):
                frame.load()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


for path in sys.argv[1:]:
    print(json.dumps(refusal(path)))
