"""Memories in and out: files of this and other programs, looked at before anything is stored; JSON lines and Markdown."""
