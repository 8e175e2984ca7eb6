"""The generator of PixelsWars' pictures: everything is drawn by code, deterministically, into one atlas."""
