"""``python -m outflank`` is the command ``outflank``."""

import sys

from outflank.cli import main

sys.exit(main())
