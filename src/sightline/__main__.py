import sys

from sightline.cli.main import main

sys.exit(main())
