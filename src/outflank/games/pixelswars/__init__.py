"""PixelsWars: two armies, twelve battlefields, cities that pay for more."""
