// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// Draws a lantern from its number alone: sky, paper, ribs and glow are read from the bytes of a hash.
library LanternArt {
    using Strings for uint256;

    function draw(uint256 id) internal pure returns (string memory) {
        uint256 seed = _seed(id);
        uint256 tilt = (seed >> 32) % 17;
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><defs><radialGradient id="g"><stop offset="0" stop-color="',
            _paper(seed), '"/><stop offset="1" stop-color="', _paper(seed),
            '" stop-opacity="0"/></radialGradient></defs><rect width="320" height="320" fill="', _sky(seed), '"/>',
            _stars(seed),
            '<circle cx="160" cy="168" r="150" fill="url(#g)" opacity=".55"/><g transform="rotate(', tilt < 8 ? "" : "-",
            (tilt % 8).toString(), ' 160 40)"><path d="M160 0v72" stroke="#1b1b22" stroke-width="3"/>', _body(seed), "</g></svg>"
        );
    }

    function attributes(uint256 id) internal pure returns (string memory) {
        uint256 seed = _seed(id);
        string[8] memory skies = ["Ink", "Dusk", "Harbor", "Plum", "Pine", "Slate", "Ember", "Frost"];
        string[8] memory papers = ["Amber", "Coral", "Rose", "Honey", "Mint", "Sky", "Lilac", "Ivory"];
        return string.concat(
            '[{"trait_type":"Sky","value":"', skies[seed % 8], '"},{"trait_type":"Paper","value":"', papers[(seed >> 8) % 8],
            '"},{"trait_type":"Ribs","value":', _ribs(seed).toString(),
            ',"display_type":"number","max_value":9},{"trait_type":"Shape","value":"', _isRound(seed) ? "Round" : "Tall", '"}]'
        );
    }

    function _seed(uint256 id) private pure returns (uint256) {
        return uint256(keccak256(abi.encodePacked("paper lantern", id)));
    }

    function _sky(uint256 seed) private pure returns (string memory) {
        string[8] memory c = ["#12142b", "#2b2244", "#0f2f3f", "#34193a", "#11302a", "#242c38", "#3a1a1f", "#1f3a4d"];
        return c[seed % 8];
    }

    function _paper(uint256 seed) private pure returns (string memory) {
        string[8] memory c = ["#ffb347", "#ff7f5c", "#ff8fa8", "#ffd766", "#8fe3b8", "#86c8ff", "#c3a5ff", "#fff1d0"];
        return c[(seed >> 8) % 8];
    }

    function _ribs(uint256 seed) private pure returns (uint256) {
        return 4 + (seed >> 16) % 6;
    }

    function _isRound(uint256 seed) private pure returns (bool) {
        return (seed >> 24) % 3 != 0;
    }

    function _stars(uint256 seed) private pure returns (string memory out) {
        for (uint256 i = 0; i < 7; i++) {
            uint256 at = seed >> (40 + i * 16);
            out = string.concat(
                out, '<circle cx="', (at % 320).toString(), '" cy="', ((at >> 8) % 200).toString(), '" r="1.5" fill="#fff" opacity=".7"/>'
            );
        }
    }

    function _body(uint256 seed) private pure returns (string memory out) {
        uint256 width = _isRound(seed) ? 84 : 58;
        uint256 count = _ribs(seed);
        out = string.concat(
            '<ellipse cx="160" cy="164" rx="', width.toString(), '" ry="92" fill="', _paper(seed), '"/>'
        );
        for (uint256 i = 1; i < count; i++) {
            uint256 y = 72 + (i * 184) / count;
            uint256 off = y > 164 ? y - 164 : 164 - y;
            uint256 half = (width * (92 - off * off / 92)) / 92;
            out = string.concat(
                out, '<path d="M', (160 - half).toString(), " ", y.toString(), "q", half.toString(), " 9 ", (half * 2).toString(),
                ' 0" fill="none" stroke="#00000030" stroke-width="2"/>'
            );
        }
        out = string.concat(
            out, '<rect x="132" y="66" width="56" height="12" rx="4" fill="#1b1b22"/><rect x="132" y="250" width="56" height="12" rx="4" fill="#1b1b22"/>',
            '<path d="M160 262v34m-8-34v26m16-26v26" stroke="', _paper(seed), '" stroke-width="3"/>'
        );
    }
}
