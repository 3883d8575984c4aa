// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BasePaymaster} from "@account-abstraction/contracts/core/BasePaymaster.sol";
import {IEntryPoint} from "@account-abstraction/contracts/interfaces/IEntryPoint.sol";
import {PackedUserOperation} from "@account-abstraction/contracts/interfaces/PackedUserOperation.sol";

/// Pays the gas of the harbor's members: user operations up to a fixed cost.
contract HarborPaymaster is BasePaymaster {
    uint256 public constant COST_MAX = 0.2 ether;

    event Sponsored(address indexed account, uint256 cost, bool succeeded);

    constructor(IEntryPoint entryPoint_) BasePaymaster(entryPoint_) {}

    function _validatePaymasterUserOp(PackedUserOperation calldata operation, bytes32, uint256 maxCost)
        internal
        pure
        override
        returns (bytes memory context, uint256 validationData)
    {
        require(maxCost <= COST_MAX, "HarborPaymaster: too expensive");
        return (abi.encode(operation.sender), 0);
    }

    function _postOp(PostOpMode mode, bytes calldata context, uint256 cost, uint256) internal override {
        emit Sponsored(abi.decode(context, (address)), cost, mode == PostOpMode.opSucceeded);
    }
}
