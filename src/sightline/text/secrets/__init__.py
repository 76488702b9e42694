"""Finds secrets in text and masks them before anything is stored or quoted."""
