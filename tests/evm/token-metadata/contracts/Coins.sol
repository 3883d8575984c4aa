// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// A coin that anyone may give to anyone.
contract GivenCoin is ERC20("Given Coin", "GIVE") {
    function give(address to, uint256 amount) external { _mint(to, amount); }
}

/// NFTs that anyone may give to anyone.
contract GivenNft is ERC721("Given NFT", "GNFT") {
    function give(address to, uint256 id) external { _mint(to, id); }
}

/// Says in its log that it moved, and answers every call badly: by reverting, with 31 bytes, with 1 MB, or by burning all gas.
contract HostileCoin {
    enum Manner { Revert, Short, Huge, Burn }
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    Manner private immutable manner;

    constructor(Manner chosen) { manner = chosen; }

    function announce(address to) external { emit Transfer(address(0), to, 1); }

    function announceApproval(address owner, address spender) external { emit Approval(owner, spender, 1); }

    fallback() external {
        if (manner == Manner.Revert) revert("no");
        while (manner == Manner.Burn) {}
        uint256 size = manner == Manner.Short ? 31 : 1_000_000;
        assembly { return(0, size) }
    }
}
