"""Who may see a memory, who was barred from it, and its encryption at rest."""
