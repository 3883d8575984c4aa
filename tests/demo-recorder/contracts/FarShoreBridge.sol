// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// One side of a bridge: it keeps what is wanted on the far shore.
contract FarShoreBridge {
    event Bridged(address indexed token, address indexed from, address indexed to, uint256 amount, uint256 chainId);

    function bridgeERC20(IERC20 token, uint256 amount, uint256 chainId, address to) external {
        require(token.transferFrom(msg.sender, address(this), amount), "FarShoreBridge: token refused");
        emit Bridged(address(token), msg.sender, to, amount, chainId);
    }

    function bridgeETH(uint256 chainId, address to) external payable {
        emit Bridged(address(0), msg.sender, to, msg.value, chainId);
    }
}
