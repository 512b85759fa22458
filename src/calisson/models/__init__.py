"""Language models of others, behind one typed door: clients, routing, fallback, budgets, the ledger.

No model is ever required: every chain ends in the embedded engine. Must never send what is marked local to a
machine outside the house, nor be imported by anything that works without a model at import time: the libraries
behind the door (`calisson[models]`) are imported by its first use.
"""

from calisson.models.door import Models
from calisson.models.roster import Budget, ModelSpec, Roster
from calisson.models.types import (
    Image,
    Message,
    Piece,
    Privacy,
    Reply,
    Request,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
    ask,
)

__all__ = ["Budget", "Image", "Message", "ModelSpec", "Models", "Piece", "Privacy", "Reply", "Request", "Roster", "Text",
           "Tool", "ToolCall", "ToolResult", "Usage", "ask"]  # fmt: skip
