"""Finding memories: by their words, by their meaning, across languages; candidates, views, ranking."""
