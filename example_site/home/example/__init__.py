"""The clubs of the example site: invented people, simulated results, loaded through the services.

people        who is a member, how strong, how keen
evenings      pairs them and lets chance decide, from a fixed seed
clubs         turns that into clubs, ladders and events, as an organiser would
accounts      logins
pages         a front page in each language, and the pages of its club
texts         what they say
loading       all of it in one transaction
"""
