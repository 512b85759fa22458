"""What is kept of talk by how long it matters: the person's own words, the last days in blocks, who they are."""
