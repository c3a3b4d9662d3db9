# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of ncf."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Union

PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
Texts = Union[str, float, Iterable[Union[str, float]]]

_LOST_STATUS = 256  # no program ends with it

# It follows the message about wrong usage of an option.
_HELP_ADVICE = re.compile(r"\nTry '.* --help' for the options\.$", re.MULTILINE)


class Note(UserWarning):
    """A note of a program: something that the caller should know."""


class Error(Exception):
    """A program failed. `notes` contains what it noted before, and `printed` what it printed;
    `report` is the result of a run over many files, of which some failed.
    """

    def __init__(self, message: str, notes: Iterable[str] = ()):
        super().__init__(message)
        self.notes = list(notes)
        self.printed = ""
        self.report: Any = None


class UsageError(Error, ValueError):
    """The request is invalid, whatever the files contain."""


def find_program(name: str) -> str:
    """Returns the path of a program: of this package's build tree or installation, or on PATH.

    Raises Error if it does not exist.
    """
    # This is BUILD/python/ncf/_programs.py, or PREFIX/lib/python3*/*-packages/ncf/_programs.py.
    above = list(Path(__file__).resolve().parents)
    folders = [root / "bin" for root in above[2:5:2]]
    for program in (folder / name for folder in folders):
        if program.is_file():
            return str(program)
    found = shutil.which(name)
    if found is None:
        raise Error(f"{name} is neither in {' nor in '.join(map(str, folders))} nor in a folder of "
                    "PATH; install ncf's programs")
    return found


class Words:
    """Words of a command line that a keyword stands for."""

    keyword: str
    name: str
    words: list[str | bytes]


class Option(Words):
    """An option of a program, and the keyword that stands for it in Python.

    value: None leaves the option out; a list gives it once for each element, if the option can be
    repeated. In messages, the keyword replaces the option.
    words: bytes, UTF-8 whatever the locale, except for the names of files.
    """

    _FILES = ("html", "output", "plugin_path", "into", "journal", "relative_to")
    _LISTS = ("filters", "chunks", "shards", "quantize", "variables", "groups", "ignore_attributes",
              "error", "digits", "bits", "information", "plugin_path", "include", "exclude",
              "select", "types", "attributes", "--rename-variable")

    def __init__(self, keyword: str, name: str, value: Any):
        self.keyword, self.name = keyword, name
        is_list = (isinstance(value, Iterable) and not isinstance(value, Mapping)
                   and not is_single_path(value))
        values = list(value) if is_list else [] if value is None else [value]
        takes_list = keyword in self._LISTS or name in self._LISTS
        if (is_list and not takes_list) or any(
                one is None or isinstance(one, (bool, Mapping)) for one in values):
            expected = ("a string, a number or a list of these" if takes_list
                        else "a string or a number")
            raise TypeError(f"{keyword}: expected {expected}, not {value!r}")
        self.words = []
        for one in values:
            text = os.fsdecode(one) if is_single_path(one) else str(one)
            self.words += [name, file_name(text, repr(one)) if keyword in self._FILES
                           else encoded(text, repr(one))]


class Flag(Words):
    """An option without a value: True gives it, None and False leave it out."""

    def __init__(self, keyword: str, name: str, value: Any):
        self.keyword, self.name = keyword, name
        if value is not None and type(value).__name__ not in ("bool", "bool_"):  # or NumPy's
            raise TypeError(f"{keyword}: expected True or False, not {value!r}")
        self.words = [name] if value else []


def run(name: str, command: Iterable[str], options: Iterable[Words] = (),
        operands: Iterable[Any] = (), text: bytes | None = None, may_answer_no: bool = False,
        progress: Callable[[int, int], object] | None = None) -> str:
    """Runs a program and returns what it printed.

    command: the words before the options. options: of the classes Option and Flag.
    may_answer_no: exit status 1 without a message is an answer, not an error.
    progress: is called with the bytes done and all bytes, which --progress=json prints.
    """
    words: list[str | bytes] = [find_program(name), *command]
    options = list(options)
    for option in options:
        words += option.words
    words += ["--", *(file_name(os.fsdecode(_path(one)), repr(one)) for one in operands)]
    printed: list[bytes] = []
    lines: list[bytes] = []
    process = None
    try:
        with _interrupts_held_back():  # otherwise one could come before the program is known here
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       stdin=subprocess.DEVNULL if text is None else subprocess.PIPE)
        _talk(process, text, progress, printed, lines)
    except BaseException as exception:  # a KeyboardInterrupt must not leave the program behind
        if process is not None:
            _end(name, process, lines, exception)
        raise
    is_no = may_answer_no and process.returncode == 1 and printed[0]
    messages = decoded(b"".join(lines))
    status = process.returncode
    # Such a program exits with 2 after any error.
    if may_answer_no and status == 2 and not _HELP_ADVICE.search(messages):
        status = 1
    keywords = {option.name: option.keyword for option in options}
    try:
        _tell(name, 0 if is_no else status, messages, keywords)
    except Error as error:
        error.printed = decoded(printed[0])
        raise
    return decoded(printed[0])


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Lets Ctrl-C raise KeyboardInterrupt only after the block. Only the main thread gets it."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    caught: list[Any] = []
    signal.signal(signal.SIGINT, lambda *arguments: caught.append(arguments))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if caught:
            handler(*caught[0])


def _talk(process: subprocess.Popen[bytes], text: bytes | None,
          progress: Callable[[int, int], object] | None, printed: list[bytes],
          messages: list[bytes]) -> None:
    """Gives the program a text and waits for its end.

    Appends what it prints to `printed`, and the lines of its messages without those about progress
    to `messages`. subprocess.communicate would let it work for a while after Ctrl-C.
    """
    assert process.stderr is not None
    helpers = [threading.Thread(target=_take, args=(process.stdout, printed), daemon=True)]
    if text is not None:
        helpers.append(threading.Thread(target=_give, args=(process.stdin, text), daemon=True))
    for helper in helpers:
        helper.start()
    for line in process.stderr:
        if progress is not None and line.startswith(b'{"bytes_done"'):
            done = json.loads(line)
            progress(done["bytes_done"], done["bytes"])
        else:
            messages.append(line)
    for helper in helpers:
        helper.join()
    process.stderr.close()
    _wait(process)


def _wait(process: subprocess.Popen[bytes]) -> None:
    """Waits until the program has ended. Popen.wait and Popen.poll return 0 for a lost status."""
    try:
        end = os.waitid(os.P_PID, process.pid, os.WEXITED)
    except ChildProcessError:
        process.returncode = _LOST_STATUS
    else:
        assert end is not None
        process.returncode = end.si_status if end.si_code == os.CLD_EXITED else -end.si_status


def _is_running(process: subprocess.Popen[bytes]) -> bool:
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:
        return False


def _take(stream: IO[bytes], printed: list[bytes]) -> None:
    with stream:
        printed.append(stream.read())


def _give(stream: IO[bytes], text: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), stream:  # the program's message says why it ended
        stream.write(text)


def _end(name: str, process: subprocess.Popen[bytes], messages: list[bytes],
         exception: BaseException) -> None:
    """Ends the program, waits until it has ended, and notes at the exception what it did.

    When the caller gets the exception, an output is complete or was not touched.
    """
    assert process.stderr is not None
    with _interrupts_held_back():
        if process.returncode is None and _is_running(process):
            os.kill(process.pid, signal.SIGTERM)
        if not process.stderr.closed:
            messages += [line for line in process.stderr if not line.startswith(b'{"bytes_done"')]
        process.stderr.close()
        if process.returncode is None:
            _wait(process)
    if process.returncode == 0:
        messages.append(f"{name}: had already done its work".encode())
    if messages and hasattr(exception, "add_note"):  # Python 3.11
        exception.add_note(decoded(b"".join(messages)).rstrip())


def is_single_path(value: object) -> bool:
    return isinstance(value, (str, bytes, os.PathLike))


def inputs_of(given: Any) -> list[Any]:
    """Returns the inputs of a function that takes one or several."""
    is_one = is_single_path(given) or isinstance(given, Mapping) or not isinstance(given, Iterable)
    return [given] if is_one else list(given)


def _path(given: Any) -> Any:
    """Requires a path. Whoever passes an open dataset learns what to pass instead."""
    if is_single_path(given):
        return given
    name = f"{type(given).__module__.partition('.')[0]}.{type(given).__name__}"
    message = f"expected the path of a file, not {name.replace('builtins.', '')}"
    if name.startswith(("xarray.", "netCDF4.", "h5py.", "h5netcdf.")):
        source = _file_of(given)
        message += (f"; it was read from {source!r}, so pass that" if source else
                    "; write it to a file and pass its path")
    raise TypeError(message)


def _file_of(dataset: Any) -> str | None:
    """Returns the path of the file that an open dataset of another package was read from."""
    if hasattr(dataset, "filepath"):  # netCDF4
        with contextlib.suppress(RuntimeError):
            return str(dataset.filepath())
    encoding = getattr(dataset, "encoding", None)  # xarray
    source = encoding.get("source") if isinstance(encoding, Mapping) else None
    return source or getattr(dataset, "filename", None)  # h5py


def joined(names: Any) -> Any:
    """Joins names with commas, as the programs' options take them; keeps a string as it is."""
    if names is None or isinstance(names, (str, bytes, bool, Mapping)):  # Option refuses the last two
        return names
    names = list(names)
    if not all(isinstance(name, str) for name in names):
        return names
    return ",".join(escaped(name, "\\,") for name in names)


def escaped(name: str, special: str) -> str:
    """Puts a backslash before each special character of a name."""
    return "".join("\\" + character if character in special else character for character in name)


def encoded(text: str, name: str, encoding: str = "utf-8") -> bytes:
    """Returns the bytes of a text, also of what `decoded` made from bytes that are not UTF-8."""
    try:
        return text.encode(encoding, "surrogateescape")
    except UnicodeEncodeError as error:
        character = text[error.start]
        reason = ("is half of a pair of surrogates, which is not a character"
                  if "\ud800" <= character <= "\udfff" else f"is not in the locale's {encoding}")
        raise ValueError(f"{name}: {character!r} {reason}") from None


def file_name(text: str, name: str) -> bytes:
    """Returns the bytes of the name of a file, which depend on the locale, as in open(); those of a
    URL are UTF-8.
    """
    return encoded(text, name, "utf-8" if "://" in text else sys.getfilesystemencoding())


def decoded(printed: bytes) -> str:
    """Returns what a program printed as text: UTF-8, whatever the locale."""
    return printed.decode("utf-8", "surrogateescape")


def _tell(name: str, status: int, messages: str, keywords: Mapping[str, str]) -> None:
    """Raises an error if the program failed, and issues its other messages as warnings.

    Libraries in the program, such as plugins or the dynamic linker, also write to its standard
    error. Only the exit status says whether it failed.
    """
    notes: list[str] = []
    errors: list[str] = []
    for message in _split_messages(name, messages):
        message = _in_python(message, keywords)
        mark = re.match(r"(note|warning): ", message)
        is_note = mark or status == 0
        (notes if is_note else errors).append(message[mark.end():] if mark else message)
    if status == _LOST_STATUS:
        errors.append(f"the exit status of {name} is lost, and its output may be complete: this "
                      "process ignores SIGCHLD, or other code waited for all its children")
    elif status < 0:
        errors.append(f"{name} was ended by {signal.Signals(-status).name}")
    if status != 0:
        kind = UsageError if status == 2 else Error
        raise kind("\n".join(errors) or f"{name} failed without a message", notes)
    for note in notes:
        warnings.warn(note, Note, stacklevel=4)


def _in_python(message: str, keywords: Mapping[str, str]) -> str:
    """A message about an option, "-c: ..." or "in.nc: -V: ...", names the keyword instead."""
    message = _HELP_ADVICE.sub("", message)
    return re.sub(r"(?m:^|(?<=: ))(--?[A-Za-z][\w-]*)(?=[: ])",
                  lambda option: keywords.get(option[1], option[1]), message, count=1)


def _split_messages(name: str, text: str) -> list[str]:
    """Splits text into messages, which begin with the program's name and may have several lines."""
    messages: list[str] = []
    for line in text.splitlines():
        begin = re.match(rf"{name}( [a-z]+)?: ", line)
        if begin:
            messages.append(line[begin.end():])
        elif messages:
            messages[-1] += "\n" + line
        else:
            messages.append(line)
    return messages
