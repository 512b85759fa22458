"""Long talk under a hard budget of tokens: Memory Diffusion, the compressor, blocks of past days."""
