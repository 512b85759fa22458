"""Which models there are: from one setting each, from the home's `models.json`, and from this machine's loopback.

- `ANTHROPIC_API_KEY` brings Claude, `DEEPSEEK_API_KEY` DeepSeek (each with a
  `…_BASE_URL` when it is behind a proxy), `OPENAI_BASE_URL` any server that speaks chat
  completions (with `OPENAI_API_KEY` when it wants one), `OPENAI_API_KEY` alone OpenAI.
- Ollama, SGLang, vLLM and llama.cpp are found on loopback at their own ports, without any setting.
- A server on loopback counts as local unless something says that it passes on what it gets: `CALISSON_REMOTE_PORTS`, a
  model that was added with `--remote`, a key of Anthropic or DeepSeek, or a name that only a provider's own servers have.

Keys that were added by command stand in `models.json` in the home's folder, readable by its owner only, and
never in the database, so that no backup or export carries them.
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from calisson.errors import ConfigError
from calisson.models.types import Provider, Strength

FILE = "models.json"

Leader = Literal["own", "claude"]

LOOPBACK_SERVERS = (("Ollama", 11434), ("SGLang", 30000), ("vLLM", 8000), ("llama.cpp", 8080))
"""Servers and the ports that they listen on unless told otherwise (their documentation)."""

SETUP = {
    "claude": "export ANTHROPIC_API_KEY=…", "deepseek": "export DEEPSEEK_API_KEY=…", "openai": "export OPENAI_API_KEY=…",
    "ollama": "ollama serve", "sglang": "python -m sglang.launch_server --model-path Qwen/Qwen3-8B",
    "vllm": "vllm serve Qwen/Qwen3-8B", "llama.cpp": "llama-server -m model.gguf",
}  # fmt: skip
"""The one command that sets each up; what is found then is tested by its name here."""

PROBE_S = 0.3

REMOTE_PORTS = "CALISSON_REMOTE_PORTS"
"""Ports of this machine whose servers pass on what they get to another one, with commas between them."""

NEVER_HERE = re.compile(
    r"^(?:[\w.-]+/)?(?:claude|chatgpt|gpt-[345]|gemini-|grok-|o[134]-)|[:-]cloud$", re.IGNORECASE
)
"""Names of models whose weights nobody else has, and Ollama's mark of those that it passes on to its own servers."""

ADDRESSES = {"anthropic": "https://api.anthropic.com", "deepseek": "https://api.deepseek.com",
             "openai": "https://api.openai.com/v1"}  # fmt: skip

OWN: dict[str, tuple[tuple[str, Strength], ...]] = {
    "anthropic": (("claude-haiku-5-5", "fast"), ("claude-sonnet-5-5", "strong")),
    "deepseek": (("deepseek-flash", "fast"), ("deepseek-v4-pro", "strong")),
    "openai": (("gpt-5-mini", "fast"), ("gpt-5", "strong")),
}
"""The models that a key alone brings."""

CONTEXT = {"claude-": 200_000, "deepseek-": 128_000, "gpt-5": 400_000}
"""Tokens that a model reads, by the beginning of its name."""

DEFAULT_CONTEXT = 32_000

NO_TALK = re.compile(r"embed|rerank|(?:^|[/_-])(?:bge|gte|e5|minilm)[-_]|whisper|\btts\b", re.IGNORECASE)
"""Names of models that servers list and that answer nothing: vectors, ranking, speech."""

SEES = re.compile(
    r"llava|vision|pixtral|gemma-?[34]|moondream|minicpm-v|[-_.]vl\b|[-_]vl[-_:]|\dvl\b", re.IGNORECASE
)
"""Names of open models that take pictures."""

_SIZE = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)b\b", re.IGNORECASE)
"""Milliards of weights, as names tell them: qwen3:8b, Llama-3.3-70B."""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model that can be asked."""

    provider: Provider
    name: str
    base_url: str
    key: str = field(default="", repr=False)
    local: bool = False
    """It runs on this machine or on one that the household calls its own: what is marked local may go there."""
    strength: Strength = "fast"
    images: bool = False
    context_tokens: int = DEFAULT_CONTEXT
    source: str = ""
    """Where it was found: a variable, `models.json`, a server's name."""
    region: str = ""
    """Where its machine stands, as memories' policies name places; empty is not known."""

    @property
    def id(self) -> str:
        """Provider and name; local ones also name their host."""
        return f"{self.provider}:{self.name}" + (f"@{urlsplit(self.base_url).netloc}" if self.local else "")


def of(models: Sequence[ModelSpec], name: str) -> list[ModelSpec]:
    """Return the models that a name of `SETUP`, a provider or an id means."""
    wanted = {"claude": "anthropic"}.get(name.casefold(), name.casefold())

    def means(model: ModelSpec) -> bool:
        if model.id == name or model.source.casefold().split(" on port ")[0] == wanted:
            return True
        return model.provider == wanted and (wanted != "openai" or "api.openai.com" in model.base_url)

    return [m for m in models if means(m)]


@dataclass(frozen=True, slots=True)
class Budget:
    """Money that models may cost; None means without limit."""

    day_usd: float | None = None
    app_usd: float | None = None
    """A day, for each app."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The models that are set up, in the order in which they were found."""

    models: tuple[ModelSpec, ...] = ()
    chain: tuple[str, ...] = ()
    """Ids in the order in which to try them; empty leaves it to the routing."""
    budget: Budget = Budget()
    engine: Leader = "own"
    """What leads the workshop's talk with a model: our own loop, or Claude's program (`workshop.engines`)."""

    @property
    def is_outside(self) -> bool:
        """Whether any model is outside the house."""
        return not all(m.local for m in self.models)

    @property
    def region(self) -> str | None:
        """Where what goes to a model outside the house is processed; None when that is not known of each of them, or differs."""
        places = {m.region for m in self.models if not m.local}
        return (places.pop() or None) if len(places) == 1 else None

    def get(self, model_id: str) -> ModelSpec:
        """Return a model by its id.

        Raises:
            ConfigError: there is none.
        """
        for model in self.models:
            if model.id == model_id:
                return model
        known = ", ".join(m.id for m in self.models) or "none"
        raise ConfigError(f"no model {model_id!r}; set up: {known}")


def load(data_dir: Path, keys: Mapping[str, str], *, find_local: bool = True) -> Roster:
    """Return the models of a home.

    Args:
        data_dir: the home's folder.
        keys: the variables of `Settings.keys`.
        find_local: look for servers on loopback; takes up to 0.3 s a port when something hangs there.

    Raises:
        ConfigError: `models.json` cannot be read.
    """
    stored = read(data_dir)
    found = [*_from_keys(keys), *_from_file(stored)]
    if find_local:
        taken = {_place(m.base_url) for m in found}
        found += [m for m in discover() if _place(m.base_url) not in taken]
    passing = _ports(keys)
    found = _with_strong([replace(m, local=False) if _here(m.base_url) in passing else m for m in found])
    unique = {m.id: m for m in reversed(found)}
    ordered = tuple(dict.fromkeys(m.id for m in found))
    budget = stored.get("budget") or {}
    return Roster(tuple(unique[i] for i in ordered), tuple(stored.get("chain") or ()),
                  Budget(budget.get("day_usd"), budget.get("app_usd")),
                  "claude" if stored.get("engine") == "claude" else "own")  # fmt: skip


def stamp(data_dir: Path) -> int:
    """Return a number that is another after `models.json` was written; 0 when there is none."""
    try:
        return (data_dir / FILE).stat().st_mtime_ns
    except OSError:
        return 0


def _with_strong(models: list[ModelSpec]) -> list[ModelSpec]:
    """Return the models, the largest one as the strong one when no model is: somebody has to check the drafts."""
    sizes = [max((float(size) for size in _SIZE.findall(m.name)), default=0.0) for m in models]
    if any(m.strength == "strong" for m in models) or max(sizes, default=0.0) == 0.0:
        return models
    largest = sizes.index(max(sizes))
    return [replace(m, strength="strong") if n == largest else m for n, m in enumerate(models)]


def made(provider: Provider, name: str, base_url: str, *, key: str = "", local: bool | None = None,
         strength: Strength | None = None, images: bool | None = None, context_tokens: int | None = None,
         source: str = "", region: str = "") -> ModelSpec:  # fmt: skip
    """Return a model with what follows from its address and name.

    `local` says whether what is marked local may go there; None means: to a server on loopback that nothing tells of
    passing on what it gets.

    Raises:
        ConfigError: the address is none, or a key would go over the wire in the clear to another machine.
    """
    parts = urlsplit(base_url)
    if provider not in get_args(Provider):
        raise ConfigError(f"unknown provider {provider!r}; known: {', '.join(get_args(Provider))}")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
        raise ConfigError(f"{base_url!r} is no address of a server; write such as http://127.0.0.1:8000/v1")
    near = is_loopback(parts.hostname)
    if local and not near and not is_private(parts.hostname):
        raise ConfigError(
            f"{parts.hostname} is not in this house: only loopback and private addresses can be local"
        )
    if key and parts.scheme == "http" and not near and not is_private(parts.hostname):
        raise ConfigError(f"a key would go to {parts.hostname} in the clear; use https")
    guess: Strength = next((s for n, s in OWN[provider] if name == n), "fast")
    takes = images if images is not None else (
        provider == "anthropic" or name.startswith("gpt-5") or bool(SEES.search(name))
    )  # fmt: skip
    usual = next((size for start, size in CONTEXT.items() if name.startswith(start)), DEFAULT_CONTEXT)
    context = context_tokens or usual
    own = near and provider == "openai" and not NEVER_HERE.search(name)
    return ModelSpec(provider, name, base_url.rstrip("/"), key, own if local is None else local,
                     strength or guess, takes, context, source, region)  # fmt: skip


def is_loopback(host: str) -> bool:
    """Tell whether only this machine answers at a host: a loopback address, or `localhost`."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _here(base_url: str) -> int:
    """Return the port of an address on this machine; 0 for one elsewhere."""
    parts = urlsplit(base_url)
    return (parts.port or 80) if is_loopback(parts.hostname or "") else 0


def leaves_house(base_url: str, remote_ports: str = "") -> bool:
    """Tell whether what is sent to an address leaves the house.

    It does not when a loopback or private address answers, unless that port of this machine passes on what it gets
    (`remote_ports`, as `CALISSON_REMOTE_PORTS` has them). A name other than `localhost` may point anywhere.

    Raises:
        ConfigError: these are no ports.
    """
    port = _here(base_url)
    if port:
        return port in _ports({REMOTE_PORTS: remote_ports})
    return not is_private(urlsplit(base_url).hostname or "")


def _place(base_url: str) -> str:
    """Return an address by which the same server is known again, however this machine is called in it."""
    port = _here(base_url)
    return (f"here:{port}{urlsplit(base_url).path}" if port else base_url).rstrip("/")


def _ports(keys: Mapping[str, str]) -> set[int]:
    given = keys.get(REMOTE_PORTS, "")
    try:
        return {int(p) for p in given.replace(",", " ").split()}
    except ValueError:
        raise ConfigError(
            f"{REMOTE_PORTS} needs ports with commas between them, such as 4000,8080, not {given!r}"
        ) from None


def is_private(host: str) -> bool:
    """Tell whether a host is a private address; a name does not count, since it may point elsewhere tomorrow."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_private
    except ValueError:
        return host == "localhost"


def _from_keys(keys: Mapping[str, str]) -> Iterator[ModelSpec]:
    if keys.get("ANTHROPIC_API_KEY"):
        yield from _own(
            "anthropic", keys.get("ANTHROPIC_BASE_URL"), keys["ANTHROPIC_API_KEY"], "ANTHROPIC_API_KEY"
        )
    if keys.get("DEEPSEEK_API_KEY"):
        yield from _own(
            "deepseek", keys.get("DEEPSEEK_BASE_URL"), keys["DEEPSEEK_API_KEY"], "DEEPSEEK_API_KEY"
        )
    if keys.get("OPENAI_BASE_URL"):
        base, key = keys["OPENAI_BASE_URL"], keys.get("OPENAI_API_KEY", "")
        for name, context in listed(base, key):
            yield made("openai", name, base, key=key, context_tokens=context, source="OPENAI_BASE_URL")
    elif keys.get("OPENAI_API_KEY"):
        yield from _own("openai", None, keys["OPENAI_API_KEY"], "OPENAI_API_KEY")


def _own(provider: Provider, base: str | None, key: str, source: str) -> Iterator[ModelSpec]:
    for name, strength in OWN[provider]:
        yield made(provider, name, base or ADDRESSES[provider], key=key, strength=strength, source=source)


def _from_file(stored: Mapping[str, Any]) -> Iterator[ModelSpec]:
    for row in stored.get("models") or ():
        try:
            yield made(row["provider"], row["name"], row["base_url"], key=row.get("key", ""), local=row.get("local"),
                       strength=row.get("strength"), images=row.get("images"), source=FILE,
                       region=str(row.get("region") or "")[:16])  # fmt: skip
        except (KeyError, TypeError, AttributeError) as error:
            why = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
            raise ConfigError(
                f"{FILE} has a model that cannot be read: {why}; take it out, or delete the file and use "
                "`calisson models add`"
            ) from None


def read(data_dir: Path) -> dict[str, Any]:
    """Return what `models.json` holds; empty when there is none.

    Raises:
        ConfigError: it cannot be read.
    """
    try:
        found = json.loads((data_dir / FILE).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{data_dir / FILE} cannot be read: {error}; mend it or delete it") from None
    if not isinstance(found, dict):
        raise ConfigError(f"{data_dir / FILE} is no JSON object; mend it or delete it")
    return found


def write(data_dir: Path, stored: Mapping[str, Any]) -> None:
    """Keep `models.json`, readable by its owner only, whole or not at all."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = data_dir / f"{FILE}.part"
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"version": 1, **stored}, file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    part.replace(data_dir / FILE)


def add(data_dir: Path, models: Sequence[ModelSpec]) -> None:
    """Keep models in `models.json`; one of the same id is replaced."""
    stored = read(data_dir)
    ids = {m.id for m in models}
    kept = [m for m in _from_file(stored) if m.id not in ids]
    rows = [
        {"provider": m.provider, "name": m.name, "base_url": m.base_url, "key": m.key, "local": m.local,
         "strength": m.strength, "images": m.images, **({"region": m.region} if m.region else {})}
        for m in (*kept, *models)
    ]  # fmt: skip
    write(data_dir, {**stored, "models": rows})


def remove(data_dir: Path, model_id: str) -> None:
    """Take a model out of `models.json`.

    Raises:
        ConfigError: it is not in there.
    """
    stored = read(data_dir)
    kept = [m for m in _from_file(stored) if m.id != model_id]
    if len(kept) == len(list(_from_file(stored))):
        raise ConfigError(f"{model_id!r} was not added by command; what comes from a variable goes with it")
    write(data_dir, {**stored, "models": []})
    add(data_dir, kept)


def discover(servers: Sequence[tuple[str, int]] | None = None) -> list[ModelSpec]:
    """Return the models of the servers that listen on this machine; at their usual ports by default."""
    found: list[ModelSpec] = []
    for server, port in LOOPBACK_SERVERS if servers is None else servers:
        try:
            socket.create_connection(("127.0.0.1", port), PROBE_S).close()
        except OSError:
            continue
        base = f"http://127.0.0.1:{port}/v1"
        found += [
            made("openai", name, base, context_tokens=context, source=f"{server} on port {port}")
            for name, context in listed(base, timeout_s=0.5)
        ]
    return found


def listed(base_url: str, key: str = "", timeout_s: float = 3.0) -> list[tuple[str, int | None]]:
    """Return the models that talk of those that a server lists at `/models`, with how many tokens each reads.

    vLLM and SGLang tell it as `max_model_len`; None when a server does not. Empty when it does not answer.
    """
    headers = {"accept": "application/json", **({"authorization": f"Bearer {key}"} if key else {})}
    try:
        request = Request(f"{base_url.rstrip('/')}/models", headers=headers)
        with build_opener(ProxyHandler({})).open(request, timeout=timeout_s) as response:
            data = json.loads(response.read(1 << 20)).get("data") or []
        rows = [item for item in data if isinstance(item, dict) and item.get("id")]
        return [
            (str(r["id"]), _whole(r.get("max_model_len"))) for r in rows if not NO_TALK.search(str(r["id"]))
        ][:50]
    except (URLError, OSError, ValueError, AttributeError):
        return []


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
