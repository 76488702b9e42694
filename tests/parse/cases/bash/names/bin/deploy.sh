#!/usr/bin/env bash
# Builds, then puts it out.
build-all() {
  make all
}

deploy::run() {
  build-all
  apt-get update
}

deploy::run "$@"
