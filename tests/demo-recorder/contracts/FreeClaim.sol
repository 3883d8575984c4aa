// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Spam, as every chain has it: a web address for a name, an airdrop nobody asked for, zero-value address poisoning.
contract FreeClaim is ERC20 {
    constructor() ERC20("Claim at free-lanterns.example", "CLAIM NOW") {}

    function drop(address[] calldata to, uint256 amount) external {
        for (uint256 i = 0; i < to.length; i++) _mint(to[i], amount);
    }

    function poison(address[] calldata from, address[] calldata to) external {
        for (uint256 i = 0; i < from.length; i++) emit Transfer(from[i], to[i], 0);
    }
}
