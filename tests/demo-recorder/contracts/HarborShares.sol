// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// A tokenized vault (ERC-4626): shares of the Harbor Coin in it.
contract HarborShares is ERC4626 {
    constructor(IERC20 coin) ERC20("Harbor Shares", "sHBR") ERC4626(coin) {}
}
