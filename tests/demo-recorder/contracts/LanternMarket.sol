// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// A small market. A purchase nests: market → fee splitter → payees, market → seller, market → token.
contract LanternMarket {
    struct Offer {
        address seller;
        uint256 price;
    }

    address payable public immutable fees;
    mapping(address => mapping(uint256 => Offer)) public offers;

    event Offered(address indexed token, uint256 indexed id, address indexed seller, uint256 price);
    event Withdrawn(address indexed token, uint256 indexed id);
    event Sold(address indexed token, uint256 indexed id, address indexed buyer, address seller, uint256 price);

    constructor(address payable fees_) {
        fees = fees_;
    }

    function offer(IERC721 token, uint256 id, uint256 price) external {
        require(token.ownerOf(id) == msg.sender, "LanternMarket: not yours to sell");
        offers[address(token)][id] = Offer(msg.sender, price);
        emit Offered(address(token), id, msg.sender, price);
    }

    function withdraw(IERC721 token, uint256 id) external {
        require(offers[address(token)][id].seller == msg.sender, "LanternMarket: not your offer");
        delete offers[address(token)][id];
        emit Withdrawn(address(token), id);
    }

    function buy(IERC721 token, uint256 id) external payable {
        Offer memory o = offers[address(token)][id];
        require(o.seller != address(0), "LanternMarket: nothing offered");
        require(msg.value == o.price, "LanternMarket: wrong price");
        delete offers[address(token)][id];
        uint256 fee = msg.value / 40;
        (bool paid, ) = fees.call{value: fee}(abi.encodeWithSignature("split()"));
        require(paid, "LanternMarket: fee refused");
        (paid, ) = payable(o.seller).call{value: msg.value - fee}("");
        require(paid, "LanternMarket: seller refused");
        token.transferFrom(o.seller, msg.sender, id);
        emit Sold(address(token), id, msg.sender, o.seller, o.price);
    }
}
