"""A list of names, pasted or uploaded, becomes members: after a look at everybody who is near."""
