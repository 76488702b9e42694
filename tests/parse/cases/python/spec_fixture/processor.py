import json
import os

MAX = 3


class FileProcessor:
    def __init__(self, root: str):
        self.root = root

    def process(self, name):
        return os.path.join(self.root, name)

    def list_files(self):
        return os.listdir(self.root)


def read_config(path):
    with open(path) as f:
        return json.load(f)


def main():
    processor = FileProcessor(".")
    processor.process("a")
