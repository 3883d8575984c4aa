// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";

/// The demo's everyday ERC20: wages, tips, allowances and burns.
contract HarborCoin is ERC20, ERC20Burnable, Ownable {
    constructor(address owner) ERC20("Harbor Coin", "HBR") Ownable(owner) {
        _mint(owner, 1_000_000 ether);
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }
}
