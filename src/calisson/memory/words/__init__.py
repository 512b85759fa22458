"""Words as the memory sees them: stems, tokens, weights, lengths, and when two texts say the same."""
