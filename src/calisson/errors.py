"""Every error that Calisson raises on purpose, named after the boundary it crossed.

    CalissonError
    ├── ConfigError               settings that cannot be used
    ├── StoreError                the database, its history, backups
    │   ├── NotFoundError         what was asked for is not there
    │   ├── ConflictError         somebody changed the same thing since
    │   ├── CorruptError          what is stored is damaged
    │   ├── NewerSchemaError      the home was made by a newer release
    │   └── VaultError            what is encrypted is locked, or the passphrase is wrong
    ├── JournalError              the journal's chain does not hold
    ├── SandboxError              untrusted code could not be run
    ├── AppError                  mini-apps
    │   ├── SpecError             a specification that does not hold together (has `problems`)
    │   ├── ValuesError           values that do not fit their fields (has `problems`)
    │   ├── FormulaError          a formula that cannot be read
    │   ├── QuestionError         a question that its app cannot answer
    │   └── ImportDataError       a file that cannot be read in (has `problems`)
    ├── LanguageError             words that cannot be read
    ├── MemoryError_              memories
    ├── AgendaError               reminders and schedules
    ├── AuthError                 who it is, and what they may do
    │   └── ScopeError            a token may not do that
    ├── ModelError                a language model could not be used
    │   ├── ModelMissingError     none is set up, or what speaks to it is not installed
    │   ├── ModelRateError        too many requests (has `retry_after_s`)
    │   ├── ModelOverloadError    the provider is overloaded or down
    │   ├── ModelAuthError        the key is wrong, or may not do it, or is out of money
    │   ├── ModelContextError     the prompt is longer than the model can read
    │   ├── ModelRefusedError     the model or its provider declined
    │   ├── ModelRequestError     the provider does not know the request or the model
    │   ├── ModelOutputError      the answer is not what was asked for
    │   ├── ModelTimeoutError     no answer in time
    │   ├── ModelConnectionError  the server cannot be reached, or the answer was cut
    │   ├── ModelBudgetError      the day's or the app's money is spent
    │   └── ModelPrivacyError     the prompt holds what may not leave, and no local model is there
    ├── ToolError                 a tool call failed (`ToolRetryError`: worth another try)
    ├── SyncError                 live editing
    ├── PolicyError               a policy forbids it
    └── TrainError                training

`message_id` and `arguments` say it in the person's language: `message_id` is a key of the reply catalogues.
The exception's own text is English, for logs and for people who script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, where, and the mend."""

    path: str
    """Where: `entities.meal.fields.calories.type`, or a field's name."""
    message_id: str
    """The catalogue's id of the message."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """What the message names."""
    hint: str = ""
    """What is wrong and how to mend it, in English."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"path": self.path, "message_id": self.message_id, "arguments": dict(self.arguments),
                "hint": self.hint}  # fmt: skip


class CalissonError(Exception):
    """The root of the tree."""

    message_id = "error-internal"

    def __init__(self, message: str = "", *, message_id: str | None = None, **arguments: Any) -> None:
        super().__init__(message)
        if message_id is not None:
            self.message_id = message_id
        self.arguments: dict[str, Any] = arguments


class _ProblemsError(CalissonError):
    """An error made of several problems."""

    def __init__(self, problems: Sequence[Problem], message: str = "", **arguments: Any) -> None:
        text = message or "; ".join(f"{p.path}: {p.hint or p.message_id}" for p in problems)
        first = problems[0] if problems else None
        super().__init__(text, message_id=first.message_id if first else None,
                         **{**(dict(first.arguments) if first else {}), **arguments})  # fmt: skip
        self.problems: tuple[Problem, ...] = tuple(problems)


class ConfigError(CalissonError):
    """Settings cannot be used."""

    message_id = "error-config"


class StoreError(CalissonError):
    """The database could not do it."""

    message_id = "error-store"


class NotFoundError(StoreError):
    """What was asked for is not there."""

    message_id = "error-not-found"


class ConflictError(StoreError):
    """Somebody changed the same thing since; `arguments` names the table, the row and the later turn."""

    message_id = "error-conflict"


class CorruptError(StoreError):
    """What is stored is damaged."""

    message_id = "error-corrupt"


class NewerSchemaError(StoreError):
    """The home was made by a newer release."""

    message_id = "error-newer-schema"


class VaultError(StoreError):
    """What is encrypted is locked, or the passphrase is wrong."""

    message_id = "error-vault-locked"


class JournalError(CalissonError):
    """The journal's chain does not hold."""

    message_id = "error-journal"


class SandboxError(CalissonError):
    """Untrusted code could not be run."""

    message_id = "error-sandbox"


class AppError(CalissonError):
    """A mini-app could not do it."""

    message_id = "error-app"


class SpecError(_ProblemsError, AppError):
    """A specification does not hold together."""

    message_id = "error-spec"


class ValuesError(_ProblemsError, AppError):
    """Values do not fit their fields."""

    message_id = "error-values"


class FormulaError(AppError):
    """A formula cannot be read."""

    message_id = "error-formula"


class QuestionError(AppError):
    """An app cannot answer the question."""

    message_id = "error-question"


class ImportDataError(_ProblemsError, AppError):
    """A file cannot be read in."""

    message_id = "error-import"


class LanguageError(CalissonError):
    """Words cannot be read."""

    message_id = "error-language"


class MemoryError_(CalissonError):
    """A memory could not be kept or found."""

    message_id = "error-memory"


class AgendaError(CalissonError):
    """A reminder could not be set or moved."""

    message_id = "error-agenda"


class AuthError(CalissonError):
    """They are not who they say, or may not do it."""

    message_id = "error-auth"


class ScopeError(AuthError):
    """A token may not do that; `arguments` names the scope that it lacks."""

    message_id = "error-scope"


class ModelError(CalissonError):
    """A language model could not be used."""

    message_id = "error-model"


class ModelMissingError(ModelError):
    """No model is set up, or what speaks to it is not installed."""

    message_id = "error-model-missing"


class ModelRateError(ModelError):
    """Too many requests; `retry_after_s` is what the provider asks to wait, None when it does not say."""

    message_id = "error-model-rate"

    def __init__(self, message: str = "", *, retry_after_s: float | None = None, **arguments: Any) -> None:
        super().__init__(message, **arguments)
        self.retry_after_s = retry_after_s


class ModelOverloadError(ModelError):
    """The provider is overloaded or down."""

    message_id = "error-model-overload"


class ModelAuthError(ModelError):
    """The key is wrong, may not do it, or its account is out of money."""

    message_id = "error-model-auth"


class ModelContextError(ModelError):
    """The prompt is longer than the model can read."""

    message_id = "error-model-context"


class ModelRefusedError(ModelError):
    """The model or its provider declined to answer."""

    message_id = "error-model-refused"


class ModelRequestError(ModelError):
    """The provider does not know the model, or does not take the request."""

    message_id = "error-model-request"


class ModelOutputError(ModelError):
    """The answer is not what was asked for."""

    message_id = "error-model-output"


class ModelTimeoutError(ModelError):
    """There was no answer in time."""

    message_id = "error-model-timeout"


class ModelConnectionError(ModelError):
    """The server cannot be reached, or the answer was cut."""

    message_id = "error-model-connection"


class ModelBudgetError(ModelError):
    """The day's or the app's money is spent."""

    message_id = "error-model-budget"


class ModelPrivacyError(ModelError):
    """The prompt holds what may not leave the house, and no local model is there."""

    message_id = "error-model-privacy"


class ToolError(CalissonError):
    """A tool call failed for good."""

    message_id = "error-tool"


class ToolRetryError(ToolError):
    """A tool call failed, and another try may do."""


class SyncError(CalissonError):
    """A live edit could not be taken."""

    message_id = "error-sync"


class PolicyError(CalissonError):
    """A policy forbids it."""

    message_id = "error-policy"


class TrainError(CalissonError):
    """Training could not go on."""

    message_id = "error-train"
