// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// Bids for any lantern, which an owner takes, and exchanges of one lantern for another.
contract LanternBids {
    IERC721 public immutable lanterns;
    mapping(address => uint256) public bids;

    event Bid(address indexed bidder, uint256 amount);
    event Sold(uint256 indexed id, address indexed bidder, address seller, uint256 amount);
    event Traded(uint256 indexed given, uint256 indexed taken, address indexed with);

    constructor(IERC721 lanterns_) {
        lanterns = lanterns_;
    }

    function placeBid() external payable {
        bids[msg.sender] += msg.value;
        emit Bid(msg.sender, msg.value);
    }

    function acceptBid(address bidder, uint256 id) external {
        uint256 amount = bids[bidder];
        require(amount > 0, "LanternBids: no bid");
        bids[bidder] = 0;
        lanterns.transferFrom(msg.sender, bidder, id);
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "LanternBids: seller refused");
        emit Sold(id, bidder, msg.sender, amount);
    }

    /// The other owner has approved this contract for its lantern.
    function trade(uint256 given, uint256 taken) external {
        address other = lanterns.ownerOf(taken);
        lanterns.transferFrom(msg.sender, other, given);
        lanterns.transferFrom(other, msg.sender, taken);
        emit Traded(given, taken, other);
    }
}
