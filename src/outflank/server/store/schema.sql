-- Matches as lists of events; everything else about a match is small and lies beside it.
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (1);

CREATE TABLE event (
    match_id TEXT NOT NULL,
    number INTEGER NOT NULL, -- 0, 1, 2 ... without gaps
    body BLOB NOT NULL, -- MessagePack
    PRIMARY KEY (match_id, number)
) WITHOUT ROWID;

CREATE TABLE seat (
    match_id TEXT NOT NULL,
    player INTEGER NOT NULL,
    digest BLOB NOT NULL, -- SHA-256 of the token
    PRIMARY KEY (match_id, player)
) WITHOUT ROWID;

CREATE TABLE invitation (
    match_id TEXT NOT NULL,
    player INTEGER NOT NULL,
    digest BLOB NOT NULL, -- SHA-256 of the code
    PRIMARY KEY (match_id, player)
) WITHOUT ROWID;

CREATE TABLE deadline (
    match_id TEXT NOT NULL,
    player INTEGER NOT NULL,
    due INTEGER NOT NULL, -- milliseconds since 1970
    PRIMARY KEY (match_id, player)
) WITHOUT ROWID;
