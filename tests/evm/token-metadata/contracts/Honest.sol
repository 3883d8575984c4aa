// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

contract Coin is ERC20("Tide Coin", "TIDE") {}

contract Lantern is ERC721("Lantern", "LAN") {}

contract Stamps is ERC1155("") {}
