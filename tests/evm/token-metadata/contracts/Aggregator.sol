// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// `aggregate3` in the form that Multicall3 gave it.
contract Aggregator {
    struct Call { address target; bool allowFailure; bytes callData; }
    struct Result { bool success; bytes returnData; }

    function aggregate3(Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
            require(results[i].success || calls[i].allowFailure, "call failed");
        }
    }
}
