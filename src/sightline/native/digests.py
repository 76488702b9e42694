# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The digests of `text.hashing`, made without an object for each: BLAKE2b of 16 bytes (RFC 7693).

Needs to be compiled; the tests hold it equal to `text.hashing`.
"""

import sys

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_GET_SIZE
from cython.cimports.cpython.unicode import PyUnicode_DecodeASCII
from cython.cimports.libc.string import memcpy, memset

if not cython.compiled or sys.byteorder != "little":
    raise ImportError("not compiled")

_BLOCK = cython.declare(cython.Py_ssize_t, 128)
_SIZE = cython.declare(cython.int, 16)
_HEX = cython.declare(bytes, b"0123456789abcdef")
_ORDERS = cython.declare(
    bytes,
    bytes.fromhex(
        "000102030405060708090a0b0c0d0e0f0e0a0408090f0d06010c00020b070503"
        "0b080c0005020f0d0a0e030607010904070903010d0c0b0e0206050a04000f08"
        "0900050702040a0f0e010b0c0608030d020c060a000b0803040d07050f0e0109"
        "0c05010f0e0d040a000706030902080b0d0b070e0c01030905000f040806020a"
        "060f0e090b0300080c020d0701040a050a02080407060105 0f0b090e030c0d00"
        "000102030405060708090a0b0c0d0e0f0e0a0408090f0d06010c00020b070503"
    ),
)
_first = cython.declare(cython.ulonglong[8])


def _fill_first() -> None:
    """The fractions of the square roots of the first eight primes."""
    for place, number in enumerate(
        (
            *(0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1),
            *(0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179),
        )
    ):
        _first[place] = number


_fill_first()


def digest(data: bytes) -> str:
    """The hexadecimal digest of some bytes."""
    return digest_of(cython.cast(Text, PyBytes_AS_STRING(data)), PyBytes_GET_SIZE(data))


def digest_of(text, length):
    state = cython.declare(cython.ulonglong[8])
    block = cython.declare(cython.ulonglong[16])
    shown = cython.declare(cython.char[32])
    memcpy(state, _first, 64)
    state[0] ^= 0x01010000 | _SIZE
    done: cython.Py_ssize_t = 0
    while length - done > _BLOCK:
        memcpy(block, text + done, _BLOCK)
        done += _BLOCK
        _compress(state, block, done, 0)
    memset(block, 0, _BLOCK)
    memcpy(block, text + done, length - done)
    _compress(state, block, length, ~cython.cast(cython.ulonglong, 0))
    signs: cython.p_char = PyBytes_AS_STRING(_HEX)
    place: cython.int
    for place in range(_SIZE):
        byte: cython.uint = (state[place >> 3] >> (8 * (place & 7))) & 255
        shown[2 * place], shown[2 * place + 1] = signs[byte >> 4], signs[byte & 15]
    return PyUnicode_DecodeASCII(shown, 2 * _SIZE, cython.NULL)


@cython.cfunc
@cython.exceptval(check=False)
def _compress(
    state: cython.p_ulonglong,
    m: cython.p_ulonglong,
    read: cython.ulonglong,
    is_last: cython.ulonglong,
) -> cython.void:
    """Take in one block; all bits of `is_last` are set with the last one."""
    v = cython.declare(cython.ulonglong[16])
    v[0], v[1], v[2], v[3] = state[0], state[1], state[2], state[3]
    v[4], v[5], v[6], v[7] = state[4], state[5], state[6], state[7]
    v[8], v[9], v[10], v[11] = _first[0], _first[1], _first[2], _first[3]
    v[12], v[13], v[14], v[15] = _first[4], _first[5], _first[6], _first[7]
    v[12] ^= read
    v[14] ^= is_last
    turn: cython.int
    for turn in range(12):
        _round(v, m, cython.cast(Text, PyBytes_AS_STRING(_ORDERS)) + 16 * turn)
    state[0] ^= v[0] ^ v[8]
    state[1] ^= v[1] ^ v[9]
    state[2] ^= v[2] ^ v[10]
    state[3] ^= v[3] ^ v[11]
    state[4] ^= v[4] ^ v[12]
    state[5] ^= v[5] ^ v[13]
    state[6] ^= v[6] ^ v[14]
    state[7] ^= v[7] ^ v[15]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _round(
    v: cython.p_ulonglong,
    m: cython.p_ulonglong,
    order: Text,
) -> cython.void:
    """Mix the columns, then the diagonals, with the words of the block in this order."""
    _mix(v, 0, 4, 8, 12, m[order[0]], m[order[1]])
    _mix(v, 1, 5, 9, 13, m[order[2]], m[order[3]])
    _mix(v, 2, 6, 10, 14, m[order[4]], m[order[5]])
    _mix(v, 3, 7, 11, 15, m[order[6]], m[order[7]])
    _mix(v, 0, 5, 10, 15, m[order[8]], m[order[9]])
    _mix(v, 1, 6, 11, 12, m[order[10]], m[order[11]])
    _mix(v, 2, 7, 8, 13, m[order[12]], m[order[13]])
    _mix(v, 3, 4, 9, 14, m[order[14]], m[order[15]])


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _mix(
    v: cython.p_ulonglong,
    a: cython.int,
    b: cython.int,
    c: cython.int,
    d: cython.int,
    x: cython.ulonglong,
    y: cython.ulonglong,
) -> cython.void:
    v[a] += v[b] + x
    v[d] = _turned(v[d] ^ v[a], 32)
    v[c] += v[d]
    v[b] = _turned(v[b] ^ v[c], 24)
    v[a] += v[b] + y
    v[d] = _turned(v[d] ^ v[a], 16)
    v[c] += v[d]
    v[b] = _turned(v[b] ^ v[c], 63)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _turned(word: cython.ulonglong, bits: cython.int) -> cython.ulonglong:
    return (word >> bits) | (word << (64 - bits))
