"""The server: matches of any game over REST and WebSocket, and the page."""
