<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="terrain" tilewidth="120" tileheight="104" tilecount="5" columns="1">
 <image source="terrain.png" width="120" height="520"/>
 <tile id="0" type="clear"/>
 <tile id="1" type="woods"/>
 <tile id="2" type="town"/>
 <tile id="3" type="rough"/>
 <tile id="4" type="building"/>
</tileset>
