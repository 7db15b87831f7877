"""API keys, as files and variables have them, and addresses, which have none."""
from __future__ import annotations

import re
from typing import Dict, Optional


def clean(key: Optional[str]) -> Optional[str]:
    """Returns the key without blanks and line ends around it, which files of secrets have; None for None and for an empty key.

    Raises ValueError if another character cannot be in a key. The message has its place and not the key.
    """
    key = key.strip() if key else ""
    for place, character in enumerate(key):
        if not "!" <= character <= "~":
            raise ValueError(f"key: character {place + 1} of {len(key)} is a blank, a control character or not ASCII; a key has none of them")
    return key or None


def refuse_credentials(name: str, address: str) -> None:
    """Raises ValueError for an address with a name or a key before the host (http://user:key@host). The message does not have the address."""
    if re.match(r"[a-z][a-z\d+.-]*://[^/?#]*@", address, re.I):
        raise ValueError(f"{name}: an address with a name or a key before the host (...@); the parameter `key` expected")


def header(key: Optional[str]) -> Dict[str, str]:
    """Returns the header fields that send a key: none without one."""
    own = clean(key)
    return {"Authorization": f"Bearer {own}"} if own else {}
